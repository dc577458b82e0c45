import { z } from 'zod';

export const reviewIdSchema = z.object({ reviewId: z.string() });
export const replyIdSchema = z.object({ replyId: z.string() });
