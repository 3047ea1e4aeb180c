-- The images of the branding, in Base64. They are apart from the settings, which nodes read every few seconds.
CREATE TABLE branding_images (
  id      TEXT   PRIMARY KEY,
  digest  TEXT   NOT NULL,
  type    TEXT   NOT NULL,
  width   BIGINT NOT NULL,
  height  BIGINT NOT NULL,
  size    BIGINT NOT NULL,
  content TEXT   NOT NULL
);
