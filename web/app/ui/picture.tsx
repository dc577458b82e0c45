import { Clapperboard } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { preload } from 'react-dom';
import { classNames } from './class-names.ts';
import { blurColours } from './thumbhash.ts';

/** A place in a picture, in percent of its width from the left and of its height from the top. */
export type Focus = { x: number; y: number };

/** A picture in all its sizes, as film.v1.Image gives it: `<uri>/<width>.<avif|webp|jpg>`. */
export type PictureSource = {
  uri: string;
  width: number;
  height: number;
  widths: readonly number[];
  thumbhash?: string;
  /** What stays in view where the picture is cropped, in percent; its middle by default. */
  focus?: Focus;
};

export type PictureProps = {
  source: PictureSource | undefined;
  /** What it shows; empty when the text beside it says the same. */
  alt: string;
  /** The `sizes` of an img: how wide it stands, such as "(min-width: 64rem) 12rem, 40vw". */
  sizes: string;
  /** The one large picture of a page loads first; all others wait until they come near. */
  priority?: boolean;
  className?: string;
  /** Stands in the middle when there is no picture. */
  fallback?: ReactNode;
};

/** Of the widths that exist; more steps would cost each page more markup than they save in pictures. */
const STEPS = [160, 360, 480, 800, 1280];
/** What a browser without AVIF gets. */
const FALLBACK_WIDTH_MAX = 800;
/**
 * The `sizes` of a picture across the whole window. On a phone of three pixels a point a picture of two is as sharp to
 * the eye, in half the bytes.
 */
export const WHOLE_WIDTH = '(min-resolution: 2.5x) and (max-width: 40rem) 67vw, 100vw';

/** Every browser of the build's targets knows AVIF, so no other format is offered in sizes. */
function sourceSet({ uri, widths }: PictureSource): string {
  const steps = widths.filter((width) => STEPS.includes(width) || width === Math.max(...widths));
  return steps.map((width) => `${uri}/${width}.avif ${width}w`).join(', ');
}

const fallbackOf = ({ uri, widths }: PictureSource) =>
  `${uri}/${widths.findLast((width) => width <= FALLBACK_WIDTH_MAX) ?? widths[0]}.jpg`;

function styleOf({ thumbhash, focus }: PictureSource): CSSProperties | undefined {
  const colours = blurColours(thumbhash) as CSSProperties | undefined;
  return focus ? { ...colours, objectPosition: `${focus.x}% ${focus.y}%` } : colours;
}

function Framed({
  source,
  alt,
  sizes,
  priority,
  className,
  fallback,
  width,
  height,
}: PictureProps & { width: number; height: number }) {
  if (!source || source.widths.length === 0) {
    return (
      <div className={classNames('grid place-items-center bg-raised p-3 text-center text-ink-faint', className)}>
        {fallback ?? <Clapperboard aria-hidden strokeWidth={1.25} className="size-8" />}
        {alt ? <span className="sr-only">{alt}</span> : null}
      </div>
    );
  }
  const imageSrcSet = sourceSet(source);
  // Asked for with the first bytes of the page, before any script.
  if (priority) {
    const asked = { imageSrcSet, imageSizes: sizes, fetchPriority: 'high' } as const;
    preload(fallbackOf(source), { as: 'image', type: 'image/avif', ...asked });
  }
  return (
    <picture>
      <source type="image/avif" srcSet={imageSrcSet} sizes={sizes} />
      <img
        src={fallbackOf(source)}
        width={width}
        height={height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding={priority ? undefined : 'async'}
        className={classNames('blur-up object-cover text-transparent', className)}
        style={styleOf(source)}
      />
    </picture>
  );
}

/** A poster, always 2:3. */
export function Poster({ className, ...rest }: PictureProps) {
  return (
    <Framed {...rest} width={400} height={600} className={classNames('aspect-2/3 w-full rounded-poster', className)} />
  );
}

/** A still or a trailer picture, always 16:9. */
export function Still({ className, ...rest }: PictureProps) {
  return (
    <Framed
      {...rest}
      width={640}
      height={360}
      className={classNames('aspect-video w-full rounded-poster', className)}
    />
  );
}

/** A still in a list or a form: 360x202 on wide layouts [STU-05]. */
export function Thumbnail({ className, ...rest }: Omit<PictureProps, 'sizes'>) {
  return (
    <Framed
      {...rest}
      sizes="360px"
      width={360}
      height={202}
      className={classNames('aspect-360/202 w-full max-w-[360px] rounded-poster', className)}
    />
  );
}
