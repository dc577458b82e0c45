import { useMutation } from '@connectrpc/connect-query';
import { Button, FileButton, Group, Image, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { OrganizationPictureKind, OrganizationService } from '@marquee/contracts/festival/v1/organization_pb';
import type { ImageInfo } from '@marquee/contracts/media/v1/media_pb';
import { useRef } from 'react';
import { refusalText } from '../api.ts';
import { middlePicture } from '../users/square-picture.ts';
import { useOrganizationsRefresh } from './use-organizations-refresh.ts';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif';
const HEADER_ASPECT = 16 / 9;

type Props = {
  festivalId: string;
  kind: OrganizationPictureKind;
  title: string;
  image: ImageInfo | undefined;
  failed: string;
};

/** The logo or the header image of an organization: uploaded by its middle, or removed [ADO-03]. */
export function OrganizationPicture({ festivalId, kind, title, image, failed }: Props) {
  const refresh = useOrganizationsRefresh();
  const set = useMutation(OrganizationService.method.setOrganizationPicture);
  const again = useRef<() => void>(null);
  const isLogo = kind === OrganizationPictureKind.LOGO;
  const save = async (picture: () => Promise<Uint8Array<ArrayBuffer>>) => {
    try {
      await set.mutateAsync({ festivalId, kind, data: await picture() });
      await refresh();
    } catch (error) {
      notifications.show({ color: 'red', title: failed, message: refusalText(error) ?? '' });
    }
  };
  const choose = (file: File | null) => {
    if (!file) return;
    again.current?.();
    void save(() => middlePicture(file, isLogo ? 1 : HEADER_ASPECT));
  };
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {title}
      </Title>
      {image && <Image src={`${image.uri}/320.jpg`} alt={title} w={isLogo ? 96 : 320} radius="sm" />}
      <Group gap="xs">
        <FileButton accept={ACCEPTED} resetRef={again} onChange={choose}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={set.isPending}>
              {`Upload ${title.toLowerCase()}`}
            </Button>
          )}
        </FileButton>
        {image && (
          <Button
            size="xs"
            variant="default"
            loading={set.isPending}
            onClick={() => save(async () => new Uint8Array(0))}
          >
            {`Remove ${title.toLowerCase()}`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
