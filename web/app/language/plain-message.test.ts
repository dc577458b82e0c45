import { expect, test } from '@jest/globals';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { compilePlain } from './plain-message.ts';

test.each(['Save', "We can't reach {name}.", '{name} of {count}', '{a}{b}', 'a\nb <0>{c}</0>'])(
  'a plain message means what it means to the parser: %s',
  (message) => {
    const parts = [compilePlain(message)].flat().filter((part) => part !== '');
    expect(parts).toEqual(compileMessageOrThrow(message));
  },
);
