import { DiaryService } from '@marquee/contracts/film/v1/diary_pb';
import { CalendarCheck, CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { today } from './today.ts';

/** After a film: writes down that it was watched today. Day, stars and tags can be changed in the diary. */
export function AddToDiary({ filmId }: { filmId: string }) {
  const [state, setState] = useState<'offered' | 'pending' | 'added'>('offered');
  const [error, setError] = useState('');
  const add = async () => {
    setState('pending');
    setError('');
    try {
      const diary = client(DiaryService);
      const { entries } = await diary.listDiary({ filmId, pageSize: 1 });
      await diary.addDiaryEntry({ filmId, watchedOn: today(), rewatch: entries.length > 0 });
      setState('added');
    } catch (cause) {
      setError(messageOf(cause, _('We failed to save your diary. Please try again.')));
      setState('offered');
    }
  };
  if (state === 'added') {
    return (
      <a href="/diary" className={buttonClass('secondary', 'medium', 'justify-start')}>
        <CalendarCheck aria-hidden className="size-5 shrink-0 text-good-ink" />
        {_('It is in your diary')}
      </a>
    );
  }
  return (
    <>
      <Button
        className="justify-start"
        pending={state === 'pending'}
        icon={<CalendarPlus aria-hidden className="size-5" />}
        onClick={() => void add()}
      >
        {_('Add to my diary')}
      </Button>
      {error ? <FieldError>{error}</FieldError> : null}
    </>
  );
}
