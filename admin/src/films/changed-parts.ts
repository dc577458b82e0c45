import type { Film, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { assetLabel, fieldLabel } from './film-labels.ts';

const FIELDS = {
  ...fieldLabel,
  releaseType: 'Release type',
  festivalName: 'Festival',
  isFree: 'Price',
  usdCost: 'Price',
  coinCost: 'Price',
  runningTime: 'Length',
  published: 'Visibility',
  isApproved: 'Approval',
  isFestivalWinner: 'Festival winner',
} as const satisfies Partial<Record<keyof Film, string>>;

/** What is not as it was, in words. */
export function changedParts(before: StudioFilm, after: StudioFilm): string[] {
  const [was, is] = [before.film, after.film];
  const fields = Object.entries(FIELDS).filter(([field]) => {
    const name = field as keyof typeof FIELDS;
    return String(was?.[name]) !== String(is?.[name]);
  });
  const slots = (entry: StudioFilm) =>
    new Map(entry.assets.map((asset) => [`${asset.kind} ${asset.awaitingApproval}`, asset] as const));
  const [old, now] = [slots(before), slots(after)];
  const assets = [...new Set([...old.keys(), ...now.keys()])].filter(
    (slot) =>
      old.get(slot)?.mediaId !== now.get(slot)?.mediaId ||
      old.get(slot)?.transcodeStatus !== now.get(slot)?.transcodeStatus,
  );
  const names = assets.flatMap((slot) => {
    const asset = now.get(slot) ?? old.get(slot);
    return asset ? assetLabel[asset.kind] : [];
  });
  return [...new Set([...fields.map(([, label]) => label), ...names])];
}
