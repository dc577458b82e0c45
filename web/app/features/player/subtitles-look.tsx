import { _ } from '../../language/words.ts';
import { Choices } from './choices.tsx';
import type { Playback } from './playback.ts';
import { usePlaybackState } from './use-playback-state.ts';

/** The size, colour and contrast of subtitles. */
export function SubtitlesLook({ playback }: { playback: Playback }) {
  const look = usePlaybackState(playback, (state) => state.textLook);
  return (
    <>
      <Choices
        legend={_('Size of subtitles')}
        value={look.size}
        options={[
          { value: 'small', label: _('Small') },
          { value: 'medium', label: _('Medium') },
          { value: 'large', label: _('Large') },
          { value: 'huge', label: _('Very large') },
        ]}
        onChange={(size) => playback.setTextLook({ size })}
      />
      <Choices
        legend={_('Colour of subtitles')}
        value={look.colour}
        options={[
          { value: 'white', label: _('White') },
          { value: 'yellow', label: _('Yellow') },
        ]}
        onChange={(colour) => playback.setTextLook({ colour })}
      />
      <Choices
        legend={_('Behind subtitles')}
        value={look.background}
        options={[
          { value: 'outline', label: _('Outline') },
          { value: 'shade', label: _('Shade') },
          { value: 'solid', label: _('Black') },
        ]}
        onChange={(background) => playback.setTextLook({ background })}
      />
    </>
  );
}
