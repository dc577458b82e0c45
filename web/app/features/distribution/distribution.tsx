import type { MessageInitShape } from '@bufbuild/protobuf';
import { LicenseAgreementStatus, type StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService, type UpdateFilmRequestSchema } from '@marquee/contracts/film/v1/studio_pb';
import type { FilmLocation } from '@marquee/rules/regions';
import { useRevalidator } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { Trans } from '../../language/trans.tsx';
import { _, type Message, msg } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { LocationList } from './location-list.tsx';

type Changes = MessageInitShape<typeof UpdateFilmRequestSchema>;
type Channels = { website: boolean; mobile: boolean; tv: boolean };

const CHANNELS: { name: keyof Channels; label: Message; hint: Message }[] = [
  { name: 'website', label: msg('Website'), hint: msg('Without it the film is not shown here, published or not.') },
  { name: 'mobile', label: msg('Mobile'), hint: msg('For apps on phones and tablets.') },
  { name: 'tv', label: msg('TV'), hint: msg('For apps on televisions.') },
];
const FAILED = msg('We failed to save your changes');

/** Where a film is shown: channels, the licence agreement, and the places that it is limited to [STU-08]. */
export function Distribution({ entry }: { entry: StudioFilm }) {
  const film = entry.film;
  const { website = false, mobile = false, tv = false } = film?.distribution ?? {};
  const { revalidate } = useRevalidator();
  const [pending, during] = usePending();
  const places = {
    allowedLocations: plainOf(entry.allowedLocations),
    blockedLocations: plainOf(entry.blockedLocations),
  };

  /** False when it failed, which is said. */
  const save = (changes: Changes, undo?: Changes): Promise<boolean> =>
    during(async () => {
      try {
        await client(StudioService).updateFilm({ ...changes, filmId: film?.id ?? '' });
        await revalidate();
        toast({
          message: _('Saved'),
          tone: 'good',
          ...(undo && { action: { label: _('Undo'), onClick: () => void save(undo) } }),
        });
        return true;
      } catch (thrown) {
        toast({ message: messageOf(thrown, _(FAILED)), tone: 'danger' });
        return false;
      }
    });
  const channels = { website, mobile, tv };
  const isAccepted = entry.licenseAgreementStatus === LicenseAgreementStatus.ACCEPTED;
  const locationsSaved = (field: keyof typeof places) => (next: FilmLocation[]) =>
    save({ [field]: { values: next } }, { [field]: { values: places[field] } });
  const isLimited = places.allowedLocations.length + places.blockedLocations.length > 0;

  return (
    <div className="grid gap-12">
      <Section title={_('Where it is shown')}>
        <div className="grid gap-4">
          {CHANNELS.map(({ name, label, hint }) => (
            <Switch
              key={name}
              label={_(label)}
              hint={_(hint)}
              checked={channels[name]}
              disabled={pending}
              onChange={(event) =>
                void save({ distribution: { ...channels, [name]: event.target.checked } }, { distribution: channels })
              }
            />
          ))}
        </div>
      </Section>
      <Section title={_('Licence agreement')}>
        <Checkbox
          label={_('I accept the licence agreement for this film')}
          hint={
            <Trans
              id="It says what you allow us to do with the film: <0>read it</0>."
              components={{
                0: <a href="/license-agreement" target="_blank" rel="noopener" className="text-action-ink underline" />,
              }}
            />
          }
          checked={isAccepted}
          disabled={pending || isAccepted}
          onChange={() => void save({ licenseAgreementStatus: LicenseAgreementStatus.ACCEPTED })}
        />
      </Section>
      <Section title={_('Places')}>
        <p className="max-w-prose text-ink-muted">
          {_(
            'Where people are, we know by their internet address. Who is somewhere that we cannot tell cannot watch a film that is limited. You and our staff always can.',
          )}
        </p>
        {isLimited ? null : <Banner>{_('This film can be watched everywhere.')}</Banner>}
        <LocationList
          title={_('Only here')}
          empty={_('No place: it is not limited to any.')}
          locations={places.allowedLocations}
          others={places.blockedLocations}
          pending={pending}
          save={locationsSaved('allowedLocations')}
        />
        <LocationList
          title={_('Not here')}
          empty={_('No place: it is kept from none.')}
          locations={places.blockedLocations}
          others={places.allowedLocations}
          pending={pending}
          save={locationsSaved('blockedLocations')}
        />
      </Section>
    </div>
  );
}

const plainOf = (locations: readonly FilmLocation[]): FilmLocation[] =>
  locations.map(({ country, region, city }) => ({ country, region, city }));
