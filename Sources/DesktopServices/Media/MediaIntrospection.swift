/// The description of the player that the program exports on D-Bus, in D-Bus's XML. The player has three interfaces of
/// MPRIS 2.2, the standard for media players, and one interface of this program.
enum MediaIntrospection {
  /// The description of all four interfaces.
  static let xml = "<node>\(programInterface)\(playerInterface)\(trackListInterface)\(podcasterInterface)</node>"

  /// MPRIS's interface for the program as a whole.
  private static let programInterface = """
    <interface name="org.mpris.MediaPlayer2">
      <method name="Raise"/><method name="Quit"/>
      <property name="CanQuit" type="b" access="read"/><property name="CanRaise" type="b" access="read"/>
      <property name="Fullscreen" type="b" access="read"/><property name="CanSetFullscreen" type="b" access="read"/>
      <property name="HasTrackList" type="b" access="read"/><property name="Identity" type="s" access="read"/>
      <property name="DesktopEntry" type="s" access="read"/><property name="SupportedUriSchemes" type="as" access="read"/>
      <property name="SupportedMimeTypes" type="as" access="read"/>
    </interface>
    """

  /// MPRIS's interface for playback.
  private static let playerInterface = """
    <interface name="org.mpris.MediaPlayer2.Player">
      <method name="Next"/><method name="Previous"/><method name="Pause"/><method name="PlayPause"/><method name="Stop"/><method name="Play"/>
      <method name="Seek"><arg name="Offset" type="x" direction="in"/></method>
      <method name="SetPosition"><arg name="TrackId" type="o" direction="in"/><arg name="Position" type="x" direction="in"/></method>
      <method name="OpenUri"><arg name="Uri" type="s" direction="in"/></method>
      <signal name="Seeked"><arg name="Position" type="x"/></signal>
      <property name="PlaybackStatus" type="s" access="read"/>
      <property name="Rate" type="d" access="readwrite"/><property name="Metadata" type="a{sv}" access="read"/>
      <property name="Volume" type="d" access="readwrite"/>
      <property name="Position" type="x" access="read">
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
      </property>
      <property name="MinimumRate" type="d" access="read"/><property name="MaximumRate" type="d" access="read"/>
      <property name="CanGoNext" type="b" access="read"/><property name="CanGoPrevious" type="b" access="read"/>
      <property name="CanPlay" type="b" access="read"/><property name="CanPause" type="b" access="read"/>
      <property name="CanSeek" type="b" access="read"/>
      <property name="CanControl" type="b" access="read">
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
      </property>
    </interface>
    """

  /// MPRIS's interface for the track list: the episode in the player, followed by the first episodes of the queue.
  private static let trackListInterface = """
    <interface name="org.mpris.MediaPlayer2.TrackList">
      <method name="GetTracksMetadata">
        <arg name="TrackIds" type="ao" direction="in"/><arg name="Metadata" type="aa{sv}" direction="out"/>
      </method>
      <method name="AddTrack">
        <arg name="Uri" type="s" direction="in"/><arg name="AfterTrack" type="o" direction="in"/>
        <arg name="SetAsCurrent" type="b" direction="in"/>
      </method>
      <method name="RemoveTrack"><arg name="TrackId" type="o" direction="in"/></method>
      <method name="GoTo"><arg name="TrackId" type="o" direction="in"/></method>
      <signal name="TrackAdded"><arg name="Metadata" type="a{sv}"/><arg name="AfterTrack" type="o"/></signal>
      <signal name="TrackRemoved"><arg name="TrackId" type="o"/></signal>
      <signal name="TrackListReplaced"><arg name="Tracks" type="ao"/><arg name="CurrentTrack" type="o"/></signal>
      <property name="Tracks" type="ao" access="read">
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="invalidates"/>
      </property>
      <property name="CanEditTracks" type="b" access="read"/>
    </interface>
    """

  /// This program's interface for requests that MPRIS does not have.
  private static let podcasterInterface = """
    <interface name="io.github.podcaster.Podcaster.Player">
      <method name="PlayEpisode"><arg name="Episode" type="x" direction="in"/></method>
      <method name="QueueEpisode"><arg name="Episode" type="x" direction="in"/><arg name="IsNext" type="b" direction="in"/></method>
      <method name="UnqueueEpisode"><arg name="Episode" type="x" direction="in"/></method>
      <method name="ClearQueue"/>
      <property name="QueueCount" type="x" access="read">
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
      </property>
    </interface>
    """
}
