import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { readCamera } from './camera-reader.ts';
import { allowSounds } from './door-signal.ts';

/** The camera of the device: it starts by a press, and each code that comes into view is one scan. */
export function CameraView({ onCode }: { onCode: (text: string) => Promise<unknown> }) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  latest.current = onCode;
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    if (!isOn || !video.current) return;
    const ended = new AbortController();
    readCamera(video.current, (text) => latest.current(text), ended.signal).catch((error: unknown) => {
      if (ended.signal.aborted) return;
      setOn(false);
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      setProblem(
        isRefused
          ? _('The camera may not be used here. Allow it in the settings of your browser, or enter codes below.')
          : _('There is no camera that works here. Enter codes below.'),
      );
    });
    return () => ended.abort();
  }, [isOn]);

  const start = () => {
    allowSounds();
    setProblem('');
    setOn(true);
  };
  return (
    <section aria-label={_('Camera')} className="grid gap-3">
      <div className="relative grid aspect-square max-h-[46dvh] w-full place-items-center overflow-hidden rounded-panel bg-film">
        <video
          ref={video}
          muted
          playsInline
          hidden={!isOn}
          aria-label={_('What the camera sees')}
          className="absolute inset-0 size-full object-cover"
        />
        {isOn ? (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-[14%] rounded-panel border-3 border-white/70"
          />
        ) : (
          <Button variant="primary" size="large" icon={<Camera aria-hidden className="size-5" />} onClick={start}>
            {_('Start the camera')}
          </Button>
        )}
      </div>
      {isOn ? (
        <Button size="small" icon={<CameraOff aria-hidden className="size-4" />} onClick={() => setOn(false)}>
          {_('Stop the camera')}
        </Button>
      ) : null}
      {problem ? (
        <p role="alert" className="text-danger-ink text-small">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
