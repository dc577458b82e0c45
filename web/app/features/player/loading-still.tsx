import { type PictureSource, Still, WHOLE_WIDTH } from '../../ui/picture.tsx';

/** Stands where the film will be, until its first picture. */
export function LoadingStill({ still }: { still: PictureSource | undefined }) {
  if (!still) return null;
  return (
    <div aria-hidden className="absolute inset-0 -z-10 opacity-45">
      <Still source={still} alt="" sizes={WHOLE_WIDTH} className="aspect-auto! h-full rounded-none!" />
    </div>
  );
}
