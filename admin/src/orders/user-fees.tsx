import { useInfiniteQuery, useMutation } from '@connectrpc/connect-query';
import { type PaidFee, SubmissionDeskService } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { formatAmount } from '@marquee/rules/format';
import { paged } from '../shell/paged.ts';
import { useRefresh } from '../shell/use-refresh.ts';
import { FilmLink, Records } from '../users/user-details.tsx';
import { timeText } from '../users/user-labels.ts';
import { orderStateText } from './order-refund.tsx';
import { OwedRefund } from './owed-refund.tsx';

/** What somebody has paid to submit films, and the way to give back what is owed of it. */
export function UserFees({ accountId }: { accountId: string }) {
  const list = useInfiniteQuery(
    SubmissionDeskService.method.listUserFees,
    { accountId, pageSize: 0, cursor: '' },
    paged,
  );
  const fees = list.data?.pages.flatMap((page) => page.fees) ?? [];
  return (
    <Records
      title="Submission fees"
      failure="Failed to load submission fees"
      empty="No submission fees were paid"
      list={list}
      head={['Film', 'Call', 'Paid', 'When', 'State', 'Refund']}
      rows={fees.map((fee) => ({
        key: fee.submissionId,
        cells: [
          <FilmLink key="film" id={fee.filmId} title={fee.filmTitle} />,
          `${fee.festivalName} · ${fee.callTitle}`,
          formatAmount(fee),
          timeText(fee.createdAt),
          orderStateText(fee),
          fee.owed > 0n && <OwedOfFee key="refund" fee={fee} />,
        ],
      }))}
    />
  );
}

function OwedOfFee({ fee }: { fee: PaidFee }) {
  const refund = useMutation(SubmissionDeskService.method.refundOwedFee);
  const refresh = useRefresh(SubmissionDeskService);
  const { submissionId, filmTitle } = fee;
  return (
    <OwedRefund
      {...{ order: fee, refresh, of: `submitting ${filmTitle}`, isPending: refund.isPending }}
      giveBack={async (asked) => (await refund.mutateAsync({ submissionId, ...asked })).fee}
    />
  );
}
