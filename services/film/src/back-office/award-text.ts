import type { Award } from '../../gen/prisma/client.ts';

/** An award record in a line, as the film's history has it; '' for none. */
export function awardText(award: Pick<Award, 'festivalName' | 'category' | 'year' | 'winner'> | undefined): string {
  if (!award) return '';
  const { festivalName, category, year, winner } = award;
  return [festivalName, category, String(year), winner ? 'winner' : 'nominated'].filter(Boolean).join(', ');
}
