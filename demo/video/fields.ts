import type { Palette } from '../art/scene.ts';

export type FieldName =
  | 'dunes'
  | 'sea'
  | 'aurora'
  | 'interference'
  | 'silk'
  | 'ink'
  | 'stars'
  | 'blocks'
  | 'rain'
  | 'traffic'
  | 'meadow'
  | 'embers';

// A formula over a plane of 160 by 90, worked out at every second point: smooth ones lose nothing by it.
function waves(formula: string): string {
  const onPlane = formula.replace(/\b[XY]\b/g, (axis) => `(${axis}*2)`);
  return `color=black:s=80x45:r=24,format=gray,geq=lum='${onPlane}'`;
}

/**
 * Moving pictures from ffmpeg's own sources, small and grey: they are enlarged and coloured from the film's palette, so
 * that each looks drawn for it. `seed` keeps them the same at each run.
 */
export const fields: Record<FieldName, string> = {
  dunes: waves('128+70*sin(X/19+T*0.7+3*sin(Y/13-T*0.4))+50*sin(Y/9+X/40-T*0.5)'),
  sea: waves('110+90*sin(Y/3.2+2*sin(X/17+T)+T*1.6)*(Y/90)+30*sin(X/7-T)'),
  aurora: waves('clip(230*exp(-abs(Y-40-16*sin(X/21+T*0.8)-8*sin(X/8-T))/13)+24*sin(X/2.4+T),0,255)'),
  interference: waves('128+62*sin(hypot(X-58-20*sin(T*0.5),Y-40)/1.9-T*3)+62*sin(hypot(X-104+18*cos(T*0.4),Y-52)/1.9)'),
  silk: waves('128+110*sin(X/15+2.2*sin(Y/24+T*0.8)+T*0.6)'),
  ink: 'life=s=160x90:r=24:seed=7:ratio=0.38:mold=24:life_color=white:death_color=gray:mold_color=black,format=gray,gblur=1.1',
  stars:
    'life=s=213x120:r=12:seed=21:ratio=0.06:mold=40:life_color=white:death_color=black:mold_color=black,fps=24,format=gray,gblur=0.7',
  blocks: 'cellauto=s=64x36:r=12:seed=11:rule=30:ratio=0.4:scroll=1,fps=24,format=gray',
  rain: 'cellauto=s=160x90:r=24:seed=5:rule=18:ratio=0.12:scroll=1,format=gray,vflip,gblur=0.4:sigmaV=2.4',
  traffic: 'cellauto=s=96x54:r=24:seed=9:rule=184:ratio=0.22:scroll=1,format=gray,gblur=2.2:sigmaV=0.6',
  meadow:
    'mandelbrot=s=240x136:r=24:start_scale=0.9:end_scale=0.06:start_x=-0.743643887037151:start_y=-0.13182590420533:end_pts=40:maxiter=180:inner=black,format=gray,gblur=0.8',
  embers:
    'gradients=s=160x90:r=24:c0=black:c1=white:c2=gray:n=3:seed=4:speed=0.02:type=radial,format=gray,noise=alls=26:allf=t',
};

/** Sources whose squares are meant to be seen. */
const HARD: readonly FieldName[] = ['blocks'];

/** The source as a filter chain of so many seconds in the film's size and colours. */
export function fieldChain(
  name: FieldName,
  palette: Palette,
  [w, h]: readonly [number, number],
  seconds: number,
  /** From 0 to 1: a field that lies under a title is darker. */
  light = 1,
): string {
  const flags = HARD.includes(name) ? 'neighbor' : 'bicubic';
  const fill = `scale=${w}:${h}:force_original_aspect_ratio=increase:flags=${flags},crop=${w}:${h}`;
  // Coloured while it is small: a tenth of the work.
  const small = `${fields[name]},trim=duration=${seconds},setpts=PTS-STARTPTS,${gradientMap(palette, light)}`;
  return `${small},${fill},format=yuv420p,setsar=1`;
}

/** Grey to the palette: dark parts take the ground, light ones the light, with the accent between. */
function gradientMap([ground, deep, mid, light, accent]: Palette, strength: number): string {
  const stops = [ground, deep, mid, accent, light];
  const curve = (channel: number) => {
    const values = stops.map((colour) =>
      Math.round(Number.parseInt(colour.slice(1 + channel * 2, 3 + channel * 2), 16) * strength),
    );
    const part = 255 / (values.length - 1);
    // Straight lines between the stops, nested as ffmpeg's expressions want it.
    return values.slice(1).reduceRight((rest, value, index) => {
      const from = values[index] as number;
      const line = `${from}+${value - from}*(val-${(index * part).toFixed(2)})/${part.toFixed(2)}`;
      return rest === '' ? line : `if(lt(val,${((index + 1) * part).toFixed(2)}),${line},${rest})`;
    }, '');
  };
  return `format=rgb24,lutrgb=r='${curve(0)}':g='${curve(1)}':b='${curve(2)}'`;
}
