import { useMutation } from '@connectrpc/connect-query';
import { Button, Fieldset, Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film } from '@marquee/contracts/film/v1/film_pb';
import { refusalOf } from '@marquee/contracts/refusals';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { WINDOW_HOURS_MAX } from '@marquee/rules/windows';
import { type FormEvent, useState } from 'react';
import { ReasonInput } from '../dialogs/ask-reason.tsx';
import { fieldOf, timeOf } from '../featured/featured-dates.ts';
import { useFilmCache } from './film-cache.ts';
import { dateText } from './film-labels.ts';

const hoursText = (hours: number) => (hours > 0 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : 'As the site says');

/** When a film can be had and how long its unlocks last, and the way to set them with a reason [WAT-15]. */
export function FilmWindows({ film }: { film: Film }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Fieldset legend="Availability and windows">
      <Stack gap="xs">
        <Text size="sm">{`Available from: ${film.availableFrom ? dateText(film.availableFrom) : 'its release'}`}</Text>
        <Text size="sm">{`Available until: ${film.availableUntil ? dateText(film.availableUntil) : 'without an end'}`}</Text>
        <Text size="sm">{`To start after unlocking: ${hoursText(film.startWindowHours)}`}</Text>
        <Text size="sm">{`To watch from its start: ${hoursText(film.watchWindowHours)}`}</Text>
        <Group>
          <Button size="xs" variant="default" onClick={open}>
            Set windows
          </Button>
        </Group>
      </Stack>
      <Modal opened={opened} onClose={close} title={`Windows of ${film.filmTitle}`}>
        <WindowsForm film={film} close={close} />
      </Modal>
    </Fieldset>
  );
}

function WindowsForm({ film, close }: { film: Film; close: () => void }) {
  const cache = useFilmCache(film.id);
  const set = useMutation(FilmBackOfficeService.method.setFilmWindows);
  const [from, setFrom] = useState(() => fieldOf(film.availableFrom));
  const [until, setUntil] = useState(() => fieldOf(film.availableUntil));
  const [start, setStart] = useState<number | string>(film.startWindowHours || '');
  const [watch, setWatch] = useState<number | string>(film.watchWindowHours || '');
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    if (given.length < BACK_OFFICE_LIMITS.reasonCharactersMin) return setFailure(BACK_OFFICE_MESSAGES.reasonLength);
    setFailure(undefined);
    try {
      const answer = await set.mutateAsync({
        ...{ filmId: film.id, availableFrom: timeOf(from), availableUntil: timeOf(until), reason: given },
        ...{ startWindowHours: Number(start), watchWindowHours: Number(watch) },
      });
      await cache.put(answer.film);
      close();
    } catch (error) {
      const { fields, message } = refusalOf(error);
      setFailure(fields[0]?.message || message || 'Failed to save. Please try again later.');
    }
  };
  const hours = { min: 0, max: WINDOW_HOURS_MAX, allowDecimal: false, allowNegative: false } as const;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          type="datetime-local"
          label="Available from"
          description="Empty: from its release."
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          type="datetime-local"
          label="Available until"
          description="Who has unlocked it by then keeps it for their time."
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <NumberInput
          label="Hours to start it"
          description="After unlocking. Empty: the time begins at once."
          value={start}
          onChange={setStart}
          {...hours}
        />
        <NumberInput
          label="Hours to watch it"
          description="From its start. Empty: as the site says."
          value={watch}
          onChange={setWatch}
          {...hours}
        />
        <ReasonInput value={reason} onChange={setReason} />
        {failure && (
          <Text size="sm" c="red" role="alert">
            {failure}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={set.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
