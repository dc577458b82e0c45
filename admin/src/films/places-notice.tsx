import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useQuery } from '@connectrpc/connect-query';
import { Alert, Stack, Text } from '@mantine/core';
import { PlacesService } from '@marquee/contracts/realtime/v1/places_pb';
import { formatMoment } from '@marquee/rules/format';
import { WATCH_MESSAGES } from '@marquee/rules/watch';

/** A file that was replaced is read within a minute. */
const ASK_EVERY_MS = 60_000;

/**
 * Says when films are closed because nobody's place can be found, as the gateway that answers knows it: each reads the
 * file of places itself [WAT-03].
 */
export function PlacesNotice() {
  const { data } = useQuery(PlacesService.method.getPlacesState, {}, { refetchInterval: ASK_EVERY_MS });
  const since = data?.unreadableSince;
  if (!since) return null;
  return (
    <Alert color="red" role="alert" title="Films with limits of place are closed to everybody">
      <Stack gap="xs">
        <Text size="sm">
          {`Since ${formatMoment(timestampDate(since))} or earlier, a server of the site cannot read the file that says in which country a viewer is. It is missing or damaged.`}
        </Text>
        <Text size="sm">
          {`Viewers of this server read “${WATCH_MESSAGES.unavailableInRegion}” at every film that is limited to countries or regions. All other films play.`}
        </Text>
        <Text size="sm">
          The people who run the site can mend it: the setting GEO_DATABASE and the alert SettingWrong say how. A file
          that is replaced is read within a minute, and this notice disappears. Limits of a film need no change.
        </Text>
      </Stack>
    </Alert>
  );
}
