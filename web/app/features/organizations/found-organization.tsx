import { OrganizationService, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { ORGANIZATION_LIMITS, ORGANIZATION_TYPES, organizationSchema } from '@marquee/rules/organizations';
import { Controller } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { languages } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TYPE_LABELS } from './organization-view.ts';
import { PlaceFields } from './place-fields.tsx';

const EMPTY = {
  ...{ name: '', type: '' as 'OTHER', description: '', url: '', state: '', city: '', country: '', language: '' },
};

/** /user/orgs/new: a director founds an organization [NET-05]. */
export function FoundOrganization() {
  const navigate = useNavigate();
  const form = useZodForm(organizationSchema, EMPTY);
  const draft = useDraft(form, 'found-organization');
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle
          title={_('New organization')}
          lead={_('You direct it. Everybody sees it once our staff have enabled it.')}
          crumbs={[{ href: '/user/orgs', label: _('My organizations') }]}
        />
        <Form
          form={form}
          fallback={_('We failed to save your changes')}
          onSubmit={async ({ type, ...fields }) => {
            const answer = await client(OrganizationService).createOrganization({
              ...{ ...fields, type: OrganizationType[type] },
            });
            draft.forget();
            await navigate(`/user/orgs/${answer.organization?.id}`);
          }}
        >
          <TextField
            label={_('Name')}
            hint={_('2 to 90 characters')}
            maxLength={ORGANIZATION_LIMITS.nameLengthMax}
            autoComplete="organization"
            {...fieldOf(form, 'name')}
          />
          <Select
            label={_('Kind of organization')}
            placeholder={_('Please choose')}
            options={ORGANIZATION_TYPES.map((value) => ({ value, label: _(TYPE_LABELS[value]) }))}
            {...fieldOf(form, 'type')}
          />
          <TextArea
            label={_('Description')}
            hint={_('2 to 255 characters')}
            maxLength={ORGANIZATION_LIMITS.descriptionLengthMax}
            {...fieldOf(form, 'description')}
          />
          <TextField
            label={_('Custom address')}
            hint={_('Its page is under /festivals/ and this. Letters, digits and hyphens.')}
            optional
            autoCapitalize="none"
            autoComplete="off"
            maxLength={ORGANIZATION_LIMITS.urlLengthMax}
            {...fieldOf(form, 'url')}
          />
          <PlaceFields form={form} />
          <Controller
            control={form.control}
            name="language"
            render={({ field, fieldState }) => (
              <Combobox
                label={_('Language')}
                optional
                options={languages().map(({ code, name }) => ({ value: code, label: name }))}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
            )}
          />
          <SubmitButton className="justify-self-start">{_('Found organization')}</SubmitButton>
        </Form>
      </div>
    </div>
  );
}
