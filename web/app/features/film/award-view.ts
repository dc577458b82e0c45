import type { Award } from '@marquee/contracts/film/v1/film_pb';

export type AwardView = {
  id: string;
  festival: string;
  festivalId: string;
  category: string;
  year: number;
  winner: boolean;
};

export function awardView(award: Award): AwardView {
  const { id, festivalName, festivalId, category, year, winner } = award;
  return { id, festival: festivalName, festivalId, category, year, winner };
}
