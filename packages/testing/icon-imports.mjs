// Compiles TypeScript with swc, and imports each icon from its own module: the module that has all of them loads 2,100 others,
// two thirds of what a test of a component would load.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import swc from '@swc/jest';

const require = createRequire(import.meta.url);
/** By package: the module that has all icons. */
const ALL_ICONS = {
  'lucide-react': 'dist/esm/lucide-react.mjs',
  '@tabler/icons-react': 'dist/esm/tabler-icons-react.mjs',
};
const IMPORT = /^import \{([^}]*)\} from '(lucide-react|@tabler\/icons-react)';/gm;
const EXPORT = /^export \{([^}]*)\} from '(\.\/icons\/[^']+)';/gm;

const modules = new Map();

/** By name of an icon: its module. */
function modulesOf(name) {
  if (!modules.has(name)) {
    const folder = dirname(require.resolve(`${name}/package.json`));
    const source = readFileSync(join(folder, ALL_ICONS[name]), 'utf8');
    const named = [...source.matchAll(EXPORT)].flatMap(([, names, path]) =>
      names.split(',').map((one) => [one.replace('default as', '').trim(), join(dirname(ALL_ICONS[name]), path)]),
    );
    modules.set(name, new Map(named));
  }
  return modules.get(name);
}

/** @returns the source with as many lines as before */
export function importIconsAlone(source) {
  return source.replaceAll(IMPORT, (whole, list, name) => {
    const rest = [];
    const alone = [];
    for (const one of list.split(',').map((part) => part.trim())) {
      const [icon, as = icon] = one.split(' as ');
      const module = modulesOf(name).get(icon);
      if (module) alone.push(`import ${as} from '${name}/${module}';`);
      else if (one) rest.push(one);
    }
    if (rest.length > 0) alone.push(`import { ${rest.join(', ')} } from '${name}';`);
    return alone.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
  });
}

/** What else than the source decides the result. */
const parts = [import.meta.filename, ...Object.keys(ALL_ICONS).map((name) => require.resolve(`${name}/package.json`))];
const ownKey = createHash('sha256');
for (const part of parts) ownKey.update(readFileSync(part));
const own = ownKey.digest();

export default {
  createTransformer(options) {
    const compiler = swc.createTransformer(options);
    return {
      ...compiler,
      process: (source, ...rest) => compiler.process(importIconsAlone(source), ...rest),
      processAsync: (source, ...rest) => compiler.processAsync(importIconsAlone(source), ...rest),
      getCacheKey: (...given) =>
        createHash('sha256')
          .update(own)
          .update(compiler.getCacheKey(...given))
          .digest('hex'),
    };
  },
};
