-- Which films have changed for search (@marquee/search). What a search does not read marks nothing.
CREATE TRIGGER films_search
  AFTER INSERT OR DELETE OR UPDATE OF film_title, log_line, release_date, country, genres, language, languages,
    project_type, festival_name, published, is_approved, website, created_by
  ON films FOR EACH ROW EXECUTE FUNCTION search_mark('film', 'id');
CREATE TRIGGER crew_search
  AFTER INSERT OR DELETE OR UPDATE OF credit, first_name, last_name
  ON crew FOR EACH ROW EXECUTE FUNCTION search_mark('film', 'film_id');
CREATE TRIGGER awards_search
  AFTER INSERT OR DELETE OR UPDATE OF festival_name
  ON awards FOR EACH ROW EXECUTE FUNCTION search_mark('film', 'film_id');

INSERT INTO search_stale (source, id) SELECT 'film', id FROM films;

-- Releases before this one search films by search_text and film_search(), which a later release drops; they do it
-- without the index until they have ended.
DROP INDEX films_search;
