import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { createFilmSchema } from '@marquee/rules/film';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { film as filmApi } from '../../api/browser/film.ts';
import { Form, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { FilmFields } from './film-fields.tsx';

/** /content/create: a title and a project type are enough to begin [STU-02]. */
export function CreateFilm() {
  const navigate = useNavigate();
  // One id for this form: pressing twice, or again after a lost answer, makes one film.
  const requestId = useRef<string>(undefined);
  const form = useZodForm(createFilmSchema, {
    filmTitle: '',
    country: '',
    language: '',
    languages: [],
    genres: [],
    rating: '',
    logLine: '',
    releaseDate: '',
    isStudentFilm: false,
    isFirstTimeFilmMaker: false,
    hasSubtitles: false,
    resolution: '',
  });
  const draft = useDraft(form, 'create-film');
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle
          title="New film"
          lead="Title and project type are enough to begin. The rest can wait until you publish."
          crumbs={[{ href: '/content', label: 'My Content' }]}
        />
        <Form
          form={form}
          fallback="We failed to save your changes"
          onSubmit={async (values) => {
            requestId.current ??= crypto.randomUUID();
            try {
              const answer = await filmApi.createFilm({
                ...values,
                projectType: ProjectType[values.projectType],
                requestId: requestId.current,
              });
              draft.forget();
              await navigate(`/content/${answer.film?.film?.id}/upload`);
            } catch (error) {
              // What is sent next is another body, so it is another request.
              requestId.current = undefined;
              throw error;
            }
          }}
        >
          <FilmFields form={form} />
          <SubmitButton className="justify-self-start">Create film</SubmitButton>
        </Form>
      </div>
    </div>
  );
}
