import { type PictureSource, Still } from '../../ui/picture.tsx';

/** Half of the window: it is dark and there for a moment, and takes its bytes from the film. */
const SIZES = '(max-width: 40rem) 67vw, 50vw';

/** Stands where the film will be, until its first picture. */
export function LoadingStill({ still }: { still: PictureSource | undefined }) {
  if (!still) return null;
  return (
    <div aria-hidden className="absolute inset-0 -z-10 opacity-45">
      <Still source={still} alt="" sizes={SIZES} className="aspect-auto! h-full rounded-none!" />
    </div>
  );
}
