-- Why a refund failed, in the provider's code, or UNKNOWN; '' of one that has not failed, and of those from before.
ALTER TABLE order_refunds ADD COLUMN failure text NOT NULL DEFAULT '';
