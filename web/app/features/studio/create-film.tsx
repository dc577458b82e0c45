import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { createFilmSchema, emptyFilm } from '@marquee/rules/film';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Form, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { FilmFields } from './film-fields.tsx';

/** /content/create: a title and a project type are enough to begin [STU-02]. */
export function CreateFilm() {
  const navigate = useNavigate();
  const form = useZodForm(createFilmSchema, emptyFilm());
  const draft = useDraft(form, 'create-film');
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle
          title={_('New film')}
          lead={_('Title and project type are enough to begin. The rest can wait until you publish.')}
          crumbs={[{ href: '/content', label: _('My Content') }]}
        />
        <Form
          form={form}
          fallback={_('We failed to save your changes')}
          onSubmit={async (values) => {
            const answer = await client(StudioService).createFilm({
              ...values,
              projectType: ProjectType[values.projectType],
            });
            draft.forget();
            await navigate(`/content/${answer.film?.film?.id}/upload`);
          }}
        >
          <FilmFields form={form} />
          <SubmitButton className="justify-self-start">{_('Create film')}</SubmitButton>
        </Form>
      </div>
    </div>
  );
}
