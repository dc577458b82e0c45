import { ImportService } from '@marquee/contracts/film/v1/imports_pb';
import { importRowsSchema, matchRowsSchema } from '@marquee/rules/imports';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { importsMessage, matchesMessage, withKind } from './import-message.ts';
import { importRows } from './import-rows.ts';
import { listImports } from './list-imports.ts';
import { matchRows } from './match-rows.ts';
import { importIdSchema, undoImport } from './undo-import.ts';

export const importRpc = rpc<FilmResources>()(ImportService, {
  matchRows: read(matchRowsSchema, matchRows, matchesMessage, { from: withKind }),
  importRows: write(importRowsSchema, importRows, undefined, { from: withKind }),
  undoImport: write(importIdSchema, undoImport),
  listImports: read(noInput, listImports, importsMessage),
});
