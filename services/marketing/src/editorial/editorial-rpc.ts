import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  EditorialContent,
  EditorialService,
  type GetEditorialContentRequest,
} from '@marquee/contracts/marketing/v1/editorial_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import type { MarketingResources } from '../resources.ts';
import { getEditorialContent, getEditorialContentSchema } from './get-editorial-content.ts';

/** For everybody. */
export const editorialRpc = rpc<MarketingResources>()(EditorialService, {
  getEditorialContent: read(
    getEditorialContentSchema,
    getEditorialContent,
    ({ html, language, updatedAt }) => ({
      html,
      language,
      ...(updatedAt && { updatedAt: timestampFromDate(updatedAt) }),
    }),
    { from: ({ content, language }: GetEditorialContentRequest) => ({ content: EditorialContent[content], language }) },
  ),
});
