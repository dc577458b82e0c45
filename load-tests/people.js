// Many people in each virtual user: they wait by timers, so that one costs some kilobytes instead of the one to two megabytes
// of a virtual user, and a laptop plays tens of thousands.
import exec from 'k6/execution';

const PEOPLE_OF_USER = 1_000;
/** Connections that the people of a virtual user share, as those behind an edge do. */
const CONNECTIONS = 50;

const usersOf = (people) => Math.ceil(people / PEOPLE_OF_USER);

/** The options of a scenario of so many people that lasts no longer than this. */
export const peopleOptions = (name, people, minutesMax) => ({
  scenarios: {
    [name]: {
      executor: 'per-vu-iterations',
      vus: usersOf(people),
      iterations: 1,
      maxDuration: `${minutesMax}m`,
    },
  },
  batch: CONNECTIONS,
  batchPerHost: CONNECTIONS,
});

/** Lives the lives of this virtual user's people beside each other; `live` is given the number of one, from 0 on. */
export async function eachPerson(people, live) {
  const users = usersOf(people);
  const lives = [];
  for (let index = exec.vu.idInTest - 1; index < people; index += users) lives.push(live(index));
  await Promise.all(lives);
}

/** Whether this is the virtual user that does what is done once. */
export const isFirstUser = () => exec.vu.idInTest === 1;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
