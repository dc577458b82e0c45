-- The messages of a notice to browsers, of which the subject is notice and browser.
CREATE INDEX deliveries_push_notice ON deliveries (split_part(subject_id, '/', 1)) WHERE kind = 'NOTICE_PUSH';
