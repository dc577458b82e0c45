-- Whether a period was to renew when it was taken back: a refund that fails gives it back as it was.
ALTER TABLE plan_orders ADD COLUMN renewed boolean NOT NULL DEFAULT false;
