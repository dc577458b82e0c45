import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  ImportKind,
  type ImportRowsRequest,
  type ListImportsResponseSchema,
  type MatchRowsRequest,
  type MatchRowsResponseSchema,
  MatchState,
} from '@marquee/contracts/film/v1/imports_pb';
import { nameOf } from '../films/enum-names.ts';
import { cardMessage } from '../films/film-message.ts';
import type { ImportWithCount } from './imports.ts';
import type { RowMatch } from './match-rows.ts';

export const withKind = (request: MatchRowsRequest | ImportRowsRequest) => ({
  ...request,
  kind: nameOf(ImportKind, request.kind),
});

export function matchesMessage(matches: RowMatch[]): MessageInitShape<typeof MatchRowsResponseSchema> {
  return {
    matches: matches.map(({ line, state, films }) => ({
      ...{ line, state: MatchState[state] },
      films: films.map(cardMessage),
    })),
  };
}

export function importsMessage(rows: ImportWithCount[]): MessageInitShape<typeof ListImportsResponseSchema> {
  const imports = rows.map(({ id, kind, fileName, createdAt, addedCount }) => ({
    ...{ id, fileName, addedCount },
    kind: ImportKind[kind as keyof typeof ImportKind],
    createdAt: timestampFromDate(createdAt),
  }));
  return { imports };
}
