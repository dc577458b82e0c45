/** The departments of a film's credits in the order of its credits, by what `film_department` makes of a credit. */
export const DEPARTMENTS = ['DIRECTION', 'WRITING', 'CAST', 'CREW'] as const;
export type DepartmentName = (typeof DEPARTMENTS)[number];

/** The number of a department in rows and in the contract. */
export const departmentNumber = (department: DepartmentName): number => DEPARTMENTS.indexOf(department) + 1;

/** More are credited on the film's page. */
const DIRECTORS_MAX = 20;

/** The names of a film's directors in billing order, each once; for a FROM that has a film as `f`. */
export const DIRECTORS = `ARRAY(
  SELECT d.name FROM (
    SELECT trim(c.first_name || ' ' || c.last_name) AS name, min(c.position) AS position, min(c.id::text) AS id
    FROM crew c WHERE c.film_id = f.id AND film_department(c.credit) = ${departmentNumber('DIRECTION')}
    GROUP BY 1
  ) d ORDER BY d.position, d.id LIMIT ${DIRECTORS_MAX}
) AS directors`;

/** Of a row that was read with DIRECTORS. */
export type Directed = { directors: string[] };
