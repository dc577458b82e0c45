import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { CrewService, StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';

export const filmServices = [CatalogueService, ReviewService, StudioService, CrewService, WatchService] as const;
