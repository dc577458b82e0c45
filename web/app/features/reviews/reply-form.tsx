import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { REPLY_LENGTH_MAX, replySchema } from '@marquee/rules/review-talk';
import { useWatch } from 'react-hook-form';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { type ReplyView, replyView } from './reply-view.ts';

/** Writes a reply, or changes the one that is given. What is typed stays in the tab until it is saved. */
export function ReplyForm({
  reviewId,
  reply,
  onSaved,
  onCancel,
}: {
  reviewId?: string;
  reply?: ReplyView;
  onSaved: (reply: ReplyView) => void;
  onCancel?: () => void;
}) {
  const form = useZodForm(replySchema, { message: reply?.message ?? '', spoiler: reply?.spoiler ?? false });
  const draft = useDraft(form, `reply:${reply?.id ?? reviewId}`);
  const message = useWatch({ control: form.control, name: 'message' }) ?? '';
  return (
    <Form
      form={form}
      fallback={_('We failed to save your reply. Please try again.')}
      onSubmit={async (given) => {
        const service = client(ReviewTalkService);
        const saved = reply
          ? await service.editReply({ replyId: reply.id, ...given })
          : await service.addReply({ reviewId: reviewId ?? '', ...given });
        // Emptying the form keeps a draft as typing does: it is forgotten afterwards.
        form.reset();
        draft.forget();
        if (saved.reply) onSaved(replyView(saved.reply));
      }}
    >
      <TextArea
        label={_('Your reply')}
        limit={REPLY_LENGTH_MAX}
        length={message.length}
        {...fieldOf(form, 'message')}
      />
      <Checkbox label={_('It reveals what happens in the film')} {...form.register('spoiler')} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{reply ? _('Save reply') : _('Send reply')}</SubmitButton>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            {_('Cancel')}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
