import type { Service } from '@marquee/service/define-service';
import { busDatabase, databasesOf } from '../databases.ts';
import { premiereReplicas } from './site-values.ts';

/** The README of the chart, with the names in the loops of its commands. */
export function chartReadme(services: readonly Service[], current: string): string {
  const databases = databasesOf(services).map(({ name }) => name);
  const replicas = premiereReplicas(services).map(([name, count]) => `${name}=${count}`);
  const loops: Record<string, readonly string[]> = {
    'for service in ': databases,
    'for role in ': [...databases, busDatabase.name],
    'for each in ': replicas,
  };
  return Object.entries(loops).reduce((text, [start, names]) => {
    // One list ends with the edge, which is no service.
    const list = new RegExp(`(?<=${start}).*?(?=( edge=\\d+)?; do$)`, 'gm');
    if (!list.test(text)) throw new Error(`there is no loop "${start}"`);
    return text.replaceAll(list, names.join(' '));
  }, current);
}
