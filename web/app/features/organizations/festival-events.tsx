/** The events of a festival on its public page. */
export function FestivalEvents(_: { festivalId: string }) {
  return null;
}
