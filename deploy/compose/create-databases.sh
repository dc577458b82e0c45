#!/bin/sh
# The image of PostgreSQL runs this once, on an empty cluster. Makes a role and a database for each service, to which no
# other role can connect. The passwords are hexadecimal.
set -eu
# derived: databases (npm run derive)
for name in identity notification film media marketing festival rewards; do
# end of derived: databases
  psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<SQL
CREATE ROLE $name LOGIN PASSWORD '$(cat "${SECRETS:-/run/marquee}/$name")';
CREATE DATABASE $name OWNER $name;
REVOKE ALL ON DATABASE $name FROM PUBLIC;
SQL
done
