package import Podcasts
