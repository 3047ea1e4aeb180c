#!/bin/sh
# Runs Apache as a child process, with nothing of the configuration of the system. A second process would have the user of that
# configuration, to which the temporary folder is opened.
set -e
source=$(dirname "$0")
cp -R "$source/pages" "$FOLDER"
chmod -R a+rX "$FOLDER"
PASSPHRASE=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
export PASSPHRASE
exec /usr/sbin/apache2 -X -f "$(cd "$source" && pwd)/apache2.conf" ${PKCE:+-D PKCE}
