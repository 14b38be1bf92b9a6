import Presentation
import Testing
