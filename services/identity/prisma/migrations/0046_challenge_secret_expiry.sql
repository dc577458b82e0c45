-- Until when the link or code that was sent last is good, where a later resend was not sent: NULL is expires_at.
ALTER TABLE challenges ADD COLUMN secret_expires_at timestamptz;
