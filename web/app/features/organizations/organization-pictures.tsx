import { OrganizationPictureKind, OrganizationService } from '@marquee/contracts/festival/v1/organization_pb';
import { ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Still } from '../../ui/picture.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { ChoosePicture } from '../profile/edit/pictures/choose-picture.tsx';
import { PictureDialog } from '../profile/edit/pictures/picture-dialog.tsx';
import { OrganizationLogo } from './organization-logo.tsx';
import type { OrganizationView } from './organization-view.ts';

/** The longest side of a header image that is sent. */
const HEADER_SIDE_MAX = 1_920;
const LOGO_SIDE_MAX = 800;

/** The logo and the header image: chosen, cropped and sent, or removed [ADO-03]. */
export function OrganizationPictures({ organization }: { organization: OrganizationView }) {
  const { id, name, logo, headerImage } = organization;
  const { logoFailed, headerImageFailed } = ORGANIZATION_MESSAGES;
  return (
    <Section title={_('Pictures')}>
      <div className="grid gap-8">
        <OnePicture
          festivalId={id}
          kind={OrganizationPictureKind.LOGO}
          title={_('Logo')}
          isThere={logo !== ''}
          frame={{ aspect: 1, sideMax: LOGO_SIDE_MAX }}
          failed={logoFailed}
        >
          <OrganizationLogo name={name} logo={logo} size="huge" />
        </OnePicture>
        <OnePicture
          festivalId={id}
          kind={OrganizationPictureKind.HEADER_IMAGE}
          title={_('Header image')}
          isThere={headerImage !== undefined}
          frame={{ aspect: 16 / 9, sideMax: HEADER_SIDE_MAX }}
          failed={headerImageFailed}
        >
          <div className="w-full max-w-md">
            <Still source={headerImage} alt="" sizes="28rem" />
          </div>
        </OnePicture>
      </div>
    </Section>
  );
}

function OnePicture({
  festivalId,
  kind,
  title,
  isThere,
  frame,
  failed,
  children,
}: {
  festivalId: string;
  kind: OrganizationPictureKind;
  title: string;
  isThere: boolean;
  frame: { aspect: number; sideMax: number };
  failed: string;
  children: ReactNode;
}) {
  const revalidator = useRevalidator();
  const [file, setFile] = useState<File>();
  const [removing, setRemoving] = useState(false);
  const send = async (data: Uint8Array<ArrayBuffer>) => {
    await client(OrganizationService).setOrganizationPicture({ festivalId, kind, data });
    toast({ message: _('Your changes were saved.'), tone: 'good' });
    await revalidator.revalidate();
  };
  const remove = async () => {
    setRemoving(true);
    try {
      await send(new Uint8Array(0));
    } catch (error) {
      toast({ message: _(failed), detail: messageOf(error, ''), tone: 'danger' });
    } finally {
      setRemoving(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-3">
      <h3 className="font-medium text-small">{title}</h3>
      {children}
      <div className="flex flex-wrap gap-3">
        <ChoosePicture variant="secondary" onChoose={setFile}>
          {isThere ? _('Change picture') : _('Choose a picture')}
        </ChoosePicture>
        {isThere ? (
          <Button pending={removing} onClick={remove}>
            {_('Remove picture')}
          </Button>
        ) : null}
      </div>
      {file ? (
        <PictureDialog
          {...{ title, file, failed: _(failed), ...frame }}
          round={false}
          onClose={() => setFile(undefined)}
          onSend={({ data }) => send(data)}
        />
      ) : null}
    </div>
  );
}
