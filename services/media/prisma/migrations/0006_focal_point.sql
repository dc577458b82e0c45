-- What draws the eye in a picture, in percent of its width and height; null where it was not looked for.
ALTER TABLE pictures ADD COLUMN focal_x smallint, ADD COLUMN focal_y smallint;
