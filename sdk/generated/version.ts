/** The version of the client library. Generated from package.json by `npm run generate`. */
export const clientVersion = '0.9.0-rc.1'
