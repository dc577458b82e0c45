import { MediaService } from '@marquee/contracts/media/v1/media_pb';
import { browserClient } from './transport.ts';

/** media, called from the browser. */
export const media = browserClient([MediaService]);
