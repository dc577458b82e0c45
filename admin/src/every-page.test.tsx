import { Code } from '@connectrpc/connect';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { OFFICE_SCREENS } from '@marquee/testing/screens';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { show } from './testing/show.tsx';

/** Those that read nothing before they are shown. */
const WITHOUT_ANSWER = ['*', 'festivals/new', 'campaigns/new'];
const pages = Object.keys(OFFICE_SCREENS)
  .filter((path) => !WITHOUT_ANSWER.includes(path))
  .map((path) => path.replace(/:\w+/g, 'x1'));

/** Each method answers so; `calls` counts them. */
function everyMethod(answer: () => never) {
  const counted = { calls: 0 };
  const answers = new Proxy<Answers>(
    {},
    {
      get: () => () => {
        counted.calls += 1;
        return answer();
      },
    },
  );
  return { counted, answers };
}

const main = () => document.querySelector<HTMLElement>('main') ?? document.body;

test.each(pages.filter((path) => path !== 'users/metrics'))(
  '%s says that it is not for who may not see it',
  async (path) => {
    await show(`/${path}`, everyMethod(refusing(Code.PermissionDenied)).answers);
    await waitFor(() => expect(main().textContent).toContain("You don't have access to this page."));
  },
);

test.each(pages)('%s asks again, on request, for what could not be loaded', async (path) => {
  const { counted, answers } = everyMethod(failing);
  await show(`/${path}`, answers);
  const [again] = await within(main()).findAllByRole('button', { name: /Try again/ });
  const before = counted.calls;
  fireEvent.click(again as HTMLElement);
  await waitFor(() => expect(counted.calls).toBeGreaterThan(before));
});
