import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { stepUpWhenNeeded } from './step-up.ts';

function refusedUntil(proven: () => boolean, stepUp: () => Promise<void>, reason = 'STEP_UP_NEEDED') {
  const asked: string[] = [];
  const transport = createRouterTransport(
    ({ service }) =>
      service(FilmBackOfficeService, {
        removeFilm: ({ filmId }) => {
          asked.push(filmId);
          if (proven()) return {};
          throw new ConnectError('Please confirm.', Code.PermissionDenied, undefined, [
            { desc: ErrorDetailSchema, value: { reason } },
          ]);
        },
      }),
    { transport: { interceptors: [stepUpWhenNeeded(stepUp)] } },
  );
  return { films: createClient(FilmBackOfficeService, transport), asked };
}

test('a call that needs a passkey asks for one and is made again [AUT-17:step-up]', async () => {
  let isProven = false;
  const { films, asked } = refusedUntil(
    () => isProven,
    async () => {
      isProven = true;
    },
  );
  await films.removeFilm({ filmId: 'f1' });
  expect(asked).toEqual(['f1', 'f1']);
});

test('one that is refused again is not made a third time, and a passkey that was not given is said', async () => {
  const refused = refusedUntil(
    () => false,
    async () => {},
  );
  await expect(refused.films.removeFilm({ filmId: 'f1' })).rejects.toMatchObject({ code: Code.PermissionDenied });
  expect(refused.asked).toEqual(['f1', 'f1']);

  const cancelled = refusedUntil(
    () => true,
    async () => {},
  );
  await cancelled.films.removeFilm({ filmId: 'f1' });
  expect(cancelled.asked).toEqual(['f1']);
});

test('another refusal asks for no passkey', async () => {
  let asks = 0;
  const { films } = refusedUntil(
    () => false,
    async () => {
      asks += 1;
    },
    'FORBIDDEN',
  );
  await expect(films.removeFilm({ filmId: 'f1' })).rejects.toMatchObject({ code: Code.PermissionDenied });
  expect(asks).toBe(0);
});
