import { invariant, type ServiceInvariants } from '@marquee/data/invariants';

export const invariants: ServiceInvariants = {
  invariants: [
    invariant(
      'setting',
      'a setting is at its last version, and none is missing',
      `SELECT 'setting ' || coalesce(s.key, v.key) || ' is at version ' || coalesce(s.version, 0) || ', its history has '
           || coalesce(v.n, 0) || ' up to ' || coalesce(v.last, 0) AS violation
       FROM settings s FULL JOIN (
         SELECT key, count(*) AS n, max(version) AS last FROM setting_versions GROUP BY key
       ) v ON v.key = s.key
       WHERE s.version IS DISTINCT FROM v.last OR v.n IS DISTINCT FROM v.last`,
    ),
    invariant(
      'setting',
      'the value of a setting is that of its last version',
      `SELECT 'setting ' || key || ' differs from version ' || version AS violation
       FROM settings s JOIN setting_versions v USING (key, version) WHERE s.value <> v.value`,
    ),
  ],
  owns: {},
  copies: {},
};
