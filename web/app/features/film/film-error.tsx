import { EyeOff } from 'lucide-react';
import { refusalOf } from '../../api/api-error.ts';
import { _ } from '../../language/words.ts';
import { ErrorPage, MessagePage } from '../../layout/error-pages.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** A film that does not exist or is not public [FLM-09]; other errors as everywhere. */
export function FilmError({ error }: { error: unknown }) {
  const { reason, message } = refusalOf(error);
  if (reason !== 'FILM_NOT_AVAILABLE') return <ErrorPage error={error} />;
  return (
    <MessagePage
      icon={<EyeOff aria-hidden />}
      title={message}
      actions={
        <a href="/films" className={buttonClass('primary')}>
          {_('See all films')}
        </a>
      }
    >
      <p>{_('Its maker has not published it, or it is still waiting for approval.')}</p>
    </MessagePage>
  );
}
