import { importIconsAlone } from '../icon-imports.mjs';

test('each icon is imported from its own module, by the names that it has had, too', () => {
  const source = `import {
  Home as Start,
  type LucideIcon,
  House,
} from 'lucide-react';
import { IconArrowDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';`;
  expect(importIconsAlone(source)).toBe(
    [
      "import Start from 'lucide-react/dist/esm/icons/house.mjs';",
      "import House from 'lucide-react/dist/esm/icons/house.mjs';",
      "import { type LucideIcon } from 'lucide-react';\n\n\n\n",
    ].join(' ') +
      [
        "\nimport IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';",
        "import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';",
      ].join(' ') +
      "\nimport { useState } from 'react';",
  );
});
