import { _ } from '../../../../language/words.ts';
import 'react-easy-crop/react-easy-crop.css';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import type { Crop } from './shrink-picture.ts';

const ZOOM_MAX = 4;

/** Moves, enlarges and turns a picture below a frame. The frame takes the arrow keys. */
export default function PictureCropper({
  url,
  round,
  aspect = round ? 1 : 4 / 3,
  degrees,
  onCrop,
}: {
  url: string;
  round: boolean;
  aspect?: number | undefined;
  degrees: number;
  onCrop: (crop: Crop) => void;
}) {
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div className="grid gap-3">
      <div className="relative h-[min(60dvh,22rem)] overflow-hidden rounded-poster bg-film">
        <Cropper
          image={url}
          crop={place}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          rotation={degrees}
          aspect={aspect}
          cropShape={round ? 'round' : 'rect'}
          showGrid={!round}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onCrop(pixels)}
          // It takes the arrow keys itself, which a screen reader passes on to an application alone.
          cropperProps={{
            role: 'application',
            'aria-label': _('The part that is shown. Move it with the arrow keys.'),
          }}
          disableAutomaticStylesInjection
        />
      </div>
      <label className="grid gap-1 text-small">
        {_('Zoom')}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="accent-(--color-action)"
        />
      </label>
    </div>
  );
}
