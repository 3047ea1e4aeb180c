#!/bin/sh
# Makes the folder secrets, beside this file, with what postgres.yaml reads: a password, two keys, and the URLs of both databases.
# Only you can open the folder. The files can be read by all, because Compose shows them as they are to the user of the container.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo "make-secrets.sh: the folder secrets is there already, and stays as it is." >&2
  exit 1
fi
umask 022
mkdir -m 700 secrets
cd secrets
password=$(openssl rand -hex 24)
printf %s "$password" >postgres-password
printf %s "postgres://latchkey:$password@postgres/latchkey_users" >users-database
printf %s "postgres://latchkey:$password@postgres/latchkey_auth" >auth-database
openssl rand -base64 32 >service-token
openssl rand -base64 32 >master-key
