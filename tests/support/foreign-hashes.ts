export interface ForeignHashVector {
  /** The name of the format in `hashFormats`. */
  format: string
  /** The program that made the hash. */
  by: string
  password: string
  hash: string
}

const password = 'correct horse bättery ✓'

/**
 * Hashes that the original programs made, at low costs so that the tests are quick. Made with Python 3 in a virtual
 * environment: `pip install passlib==1.7.4 bcrypt django==5.2.* argon2-cffi`, and with the PHP 8.2 and the OpenSSL 3 of
 * Debian. For instance `passlib.hash.phpass.using(rounds=7).hash(password)`, `PBKDF2PasswordHasher().encode(password, salt,
 * 1000)`, `openssl passwd -6 -salt saltstring`, `password_hash($password, PASSWORD_BCRYPT, ['cost' => 4])`. better-auth:
 * `hashlib.scrypt(NFKC(password), salt=hexadecimal text, n=16384, r=16, p=1, dklen=64)`. Those of Werkzeug: `generate_password_hash(password, method=…)` of 3.1.9 and 1.0.1.
 * `openssl passwd -1 -salt saltsalt -stdin`. The hashes of ASP.NET Core
 * Identity are from the tests of dotnet/aspnetcore (MIT licence), and the hash of Firebase is the sample in the README of
 * firebase/scrypt.
 */
export const foreignHashVectors: readonly ForeignHashVector[] = [
  {
    format: 'bcrypt',
    by: 'bcrypt (Python)',
    password,
    hash: '$2a$04$ySHPXPGfrsW7Bm7TJrSEF.YA62ayu6/21xx6LR7DBftlJronI6BnS',
  },
  {
    format: 'bcrypt',
    by: 'bcrypt (Python)',
    password,
    hash: '$2b$04$kdN73iQL59SDyOGy0qif0u.6wwa8LZVv9MW7.YiBG9Lq7P.nrC.lO',
  },
  {
    format: 'bcrypt',
    by: 'bcrypt (Python)',
    password: 'x'.repeat(72),
    hash: '$2b$04$rBvNSak7wxOAw9kkwakG7.jgiZ6EPHtlLkiXjwYObu1wicQ6S0WYi',
  },
  {
    format: 'bcrypt',
    by: 'PHP password_hash',
    password,
    hash: '$2y$04$yq3FMFH1Us..dlO6WtiRKOX/10H//w1BAgqlfywRRGc/TybmoBcTC',
  },
  {
    format: 'wordpress',
    by: 'PHP, as WordPress 6.8 does it',
    password,
    hash: '$wp$2y$04$joFv5GQiaD6TayJsm0ueMO8JnNEvtYdE4jCZXbQqqLvzZBmcDPGEy',
  },
  {
    format: 'argon2',
    by: 'PHP password_hash',
    password,
    hash: '$argon2id$v=19$m=64,t=2,p=1$QVl5aS9tanJRc2gzbkNVVA$q4NC7bXUYpt+Agn69F42DBPI/88LbupYFrY73dk8VQs',
  },
  {
    format: 'bcrypt',
    by: 'Django',
    password,
    hash: 'bcrypt$$2b$04$BW9FhqtV.7iE30Tz.i4YduaDUwCrLaP2WFrouJNjIdYicRxwKGGbu',
  },
  {
    format: 'django-bcrypt-sha256',
    by: 'Django',
    password,
    hash: 'bcrypt_sha256$$2b$04$nQJA7TZUEFEx.tGZNNdyCejKpDMQp5vDW6sS53d7//WeG0J3tcXZa',
  },
  {
    format: 'argon2',
    by: 'argon2-cffi',
    password,
    hash: '$argon2i$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$X1AGRVRO/LjVMXPtUTjRHaafCVxKLQQ3u1x5GKTFc5w',
  },
  {
    format: 'argon2',
    by: 'argon2-cffi',
    password,
    hash: '$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$Jpg34l69aWcc9p27fgrWpBxiY+59/0SZSwm3acxDQZw',
  },
  {
    format: 'argon2',
    by: 'Django',
    password,
    hash: 'argon2$argon2id$v=19$m=64,t=1,p=2$c29tZXNhbHRzb21lc2FsdA$FQ+qEU8OO0R6omfIl3gKPWNq0OtMCz4wLvVbuqZo8qk',
  },
  {
    format: 'scrypt',
    by: 'passlib',
    password,
    hash: '$scrypt$ln=4,r=8,p=1$EsJYC+F8bw1hzPk/Z2zNmQ$qsfuNvSyw9iACYQc/YduEMpGkMBVsb481z8CVTdeSsY',
  },
  {
    format: 'scrypt',
    by: 'Django',
    password,
    hash: 'scrypt$16$nJ3sKqkEr0h2XyTz$8$5$K1XdO5kd4X0dBmX9K34Ub7+CDCv2o9a8f4lORrNAQNl+kMQU69l1ELLdbcLmMQmG4ToUAtWtF283HSocm+YVbA==',
  },
  {
    format: 'better-auth',
    by: 'hashlib.scrypt with the parameters of better-auth',
    password,
    hash: '5f1d6c0e9b3a4d2f8e7c6b5a49382716:23766805fbe59b62b776cb377bc8a9cef8b8b20323f9b38607353886d6dfcce1b3088f637eae3f67b83aff2314f327e14ea3b6ebcb2ec87e4e42dcf08bf26ce7',
  },
  {
    format: 'firebase-scrypt',
    by: 'README of firebase/scrypt',
    password: 'user1password',
    hash: '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  },
  {
    format: 'pbkdf2',
    by: 'passlib',
    password,
    hash: '$pbkdf2$1000$kFKqdU7JOQfA2JuTcs4Zgw$HiHnMd.N/6nKIxHn.DSEroQmnlo',
  },
  {
    format: 'pbkdf2',
    by: 'passlib',
    password,
    hash: '$pbkdf2-sha256$1000$8/4fQ4jxvpeyNuZ8j5Fyrg$spIjaBs9NEdc2JSsGQHsbl6GwA13ZxrzDAKy6tGMvII',
  },
  {
    format: 'pbkdf2',
    by: 'passlib',
    password,
    hash: '$pbkdf2-sha512$1000$aK0VwphzDmFM6T0nxJhzzg$3x2Uqf7Kuttjlzdu2/jc/5RBYczkdq5XDAb7d1ycsASUn7qkNot8cNBg1gjNH3E7z7cglo1Td9vABZbvJY268A',
  },
  {
    format: 'pbkdf2',
    by: 'hashlib.pbkdf2_hmac, in PHC form',
    password,
    hash: '$pbkdf2-sha256$i=1000,l=64$c2FsdHNhbHRzYWx0c2FsdA$wFyMTe6Iowf2jeaZ1YjLje3RB3QtzYIdWNqDeMlv1IKHFMGjsv0wFcOrSq2aZqexkPX5MFfzVDqzdQw7k9eSaQ',
  },
  {
    format: 'django-pbkdf2',
    by: 'Django',
    password,
    hash: 'pbkdf2_sha256$1000$kV9JtqcN0w5uQZ7r$2+llYezD/t5X9KwAyLNkleUik8gkixXyoplhxU5GmhE=',
  },
  {
    format: 'django-pbkdf2',
    by: 'Django',
    password,
    hash: 'pbkdf2_sha1$1000$kV9JtqcN0w5uQZ7r$XzV6nUFjn9pWJWWFrrT0hjlDFAo=',
  },
  {
    format: 'aspnet-identity',
    by: 'tests of dotnet/aspnetcore (MIT)',
    password: 'my password',
    hash: 'ANXrDknc7fGPpigibZXXZFMX4aoqz44JveK6jQuwY3eH/UyPhvr5xTPeGYEckLxz9A==',
  },
  {
    format: 'aspnet-identity',
    by: 'tests of dotnet/aspnetcore (MIT)',
    password: 'my password',
    hash: 'AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw',
  },
  {
    format: 'aspnet-identity',
    by: 'tests of dotnet/aspnetcore (MIT)',
    password: 'my password',
    hash: 'AQAAAAIAAAD6AAAAIJbVi5wbMR+htSfFp8fTw8N8GOS/Sje+S/4YZcgBfU7EQuqv4OkVYmc4VJl9AGZzmRTxSkP7LtVi9IWyUxX8IAAfZ8v+ZfhjCcudtC1YERSqE1OEdXLW9VukPuJWBBjLuw==',
  },
  {
    format: 'aspnet-identity',
    by: 'tests of dotnet/aspnetcore (MIT)',
    password: 'my password',
    hash: 'AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M',
  },
  {
    format: 'aspnet-identity',
    by: 'tests of dotnet/aspnetcore (MIT)',
    password: 'my password',
    hash: 'AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==',
  },
  {
    format: 'sha-crypt',
    by: 'openssl passwd',
    password,
    hash: '$5$saltstring$nA.wtkJ4oFGD3z8DrJP065zaPqDiaN1qdhnpOpxNn0B',
  },
  {
    format: 'sha-crypt',
    by: 'openssl passwd',
    password,
    hash: '$6$saltstring$khwGRxln/lI7Dgpv0NNQccVTZnB9clbwj7dUGDAA.DWFWFGB68LsLhXxEG3B1cmxg/uqrkHUPioIrhlOTGobU1',
  },
  {
    format: 'sha-crypt',
    by: 'passlib',
    password,
    hash: '$5$rounds=1000$IeXl/yVlCkJAA8e.$p3hiCYhrAl3cB2MhYYUZvShY3H5tuwfRrfV46..I2q4',
  },
  {
    format: 'sha-crypt',
    by: 'passlib',
    password,
    hash: '$6$rounds=1000$73ztlEXY8vH6HYzQ$9hrFcbqZLo3X3X3hzwVIzxAb2Hhp0KGzXYj0d.XXUmX9Xqp1lTf6ROP1sfNRF6PMY9NrVzGEpMfcS4MH4SKKD/',
  },
  {
    format: 'sha-crypt',
    by: 'passlib',
    password: 'a'.repeat(150),
    hash: '$6$rounds=1001$0123456789abcdef$cm2MiXjE1blH6aLljh29VH0HsFNxMpgAAJdVMIb0OfMCegvkdiJoTk1DjHhXW64LhRGkggqPAcXHPjJoZZeQ8/',
  },
  { format: 'phpass', by: 'passlib', password, hash: '$P$5MXlv06qmIH64pawAffwn6O34/523p0' },
  { format: 'phpass', by: 'passlib', password, hash: '$H$5tWmENHxoUM1k7pUK/3leC2QcHF.Gy1' },
  { format: 'salted-sha', by: 'passlib', password, hash: '{SSHA}nZcT0LxGzv8uqDFirj5KJZkew3PN2XvP' },
  {
    format: 'salted-sha',
    by: 'passlib',
    password,
    hash: '{SSHA256}l/0rwRfacpfGX7xSnFz6PRXoD/7AywieR4OzW2XTR9H/fy/FOEeolQ==',
  },
  {
    format: 'salted-sha',
    by: 'passlib',
    password,
    hash: '{SSHA512}Xw61MM93tZrhXurmtM4einz4jqPX6FsN/e/8Z2JOT/TnhjKXMY185nFBbD0xLlQz0RjcBaK39jEquppT7jYd0+x9b+3dW8uZ',
  },
  {
    format: 'werkzeug',
    by: 'Werkzeug 3.1',
    password,
    hash: 'pbkdf2:sha256:20000$njSWneSw5xlJTih3$44e4f7b43d08c831df658dca14f2a671cdfecdb00cb85cd115c467f94c82b872',
  },
  {
    format: 'werkzeug',
    by: 'Werkzeug 3.1',
    password,
    hash: 'pbkdf2:sha1:1000$OfO20BgCkHGa7hJA$a35cae30eca82e3f8e29e120b67c5522ab89ad4b',
  },
  {
    format: 'werkzeug',
    by: 'Werkzeug 3.1',
    password,
    hash: 'pbkdf2:sha512:10000$r2YALHdQePA7Pqml$99f3de31559a939da1f1b897d34f53bb84842b677f327f2131b4152d30e32b7a688b03a3cc3fd6875d5a1ecd8f87fdf5f8ed55ac91275f6b064a449ff6991f0f',
  },
  {
    format: 'werkzeug',
    by: 'Werkzeug 3.1',
    password,
    hash: 'scrypt:256:8:1$SB70AmulKZeG6RBi$156c7fd0f16cbf1860c059f2481484df8e7106cda5d28b15cc71c593445578c4ad258a3a738c472b3a21b19e936d57e2ac9f5611a957022d49e1de9a7f20bfbc',
  },
  {
    format: 'drupal',
    by: 'README of a PHP class for Drupal 7',
    password: 'password',
    hash: '$S$DI7p94K2RG7Nq2OJp2/T55TfjT/K8UYdDVSUELOgCNbNoHU2sdtq',
  },
  {
    format: 'drupal',
    by: 'hashlib, as Drupal does it',
    password,
    hash: '$S$CabcdEFGHrLfjAgV8PhuF//Fbis4X4lxqDNhlnKH5rPFKjkiTqAS',
  },
  {
    format: 'drupal',
    by: 'hashlib, as Drupal does it',
    password,
    hash: 'U$S$CsaltSALTxOeX1ZnJrW0A1vlUuRO0yITONtA21.i/LnLwmxNFEY1',
  },
  {
    format: 'drupal',
    by: 'hashlib, as Drupal does it',
    password,
    hash: 'U$P$DsaltSALTlf2QChkkwgKD6V2WNf4JM/',
  },
  { format: 'md5-crypt', by: 'openssl passwd -1', password, hash: '$1$saltsalt$tX13MIv9dlgDcgh6SQE831' },
  {
    format: 'md5-crypt',
    by: 'openssl passwd -apr1',
    password,
    hash: '$apr1$8sFt66rZ$CRYv85p.QfgpZA14.50Bk0',
  },
  { format: 'md5-crypt', by: 'passlib', password, hash: '$1$NpGsOaxE$bIuPXSrYwJumPOo/Sw.zb1' },
  { format: 'md5-crypt', by: 'passlib', password: 'a'.repeat(60), hash: '$apr1$ab$ywDFZKhBWLMkrISS9Vx1g0' },
  { format: 'plain-digest', by: 'passlib', password, hash: '{SMD5}EgrrgrGaAghhp6f9dTQsKVprrVU=' },
  { format: 'plain-digest', by: 'passlib', password, hash: '{MD5}RKLOsCfDPOmjf5GkA35TRg==' },
  { format: 'plain-digest', by: 'passlib', password, hash: '{SHA}iRuVte+C5A1LoBdGsxEdu144JDY=' },
  { format: 'plain-digest', by: 'passlib', password, hash: '44a2ceb027c33ce9a37f91a4037e5346' },
  { format: 'plain-digest', by: 'passlib', password, hash: '891b95b5ef82e40d4ba01746b3111dbb5e382436' },
  {
    format: 'plain-digest',
    by: 'passlib',
    password,
    hash: '4206ef185a3dbdc5750fa087aed5b1aa36729936fdc774c90d5801cff732a241',
  },
  {
    format: 'plain-digest',
    by: 'passlib',
    password,
    hash: '76fb690732fd8e9f5dd22372d177664f0c96ecfad7168f7fedb2bb5d48cdf4bc3210a362781941921553bf6212eb38103b88bafc3380fbb25ac9e0703fde4a44',
  },
  {
    format: 'salted-digest',
    by: 'Django',
    password,
    hash: 'md5$kV9JtqcN0w5uQZ7rabcdef$feee365edb2635298f7d4d7d6b533c29',
  },
  {
    format: 'salted-digest',
    by: 'passlib, as Django does it',
    password,
    hash: 'sha1$kV9JtqcN0w5u$91c78ed926995235df8d17eb0361dfd3fa163a78',
  },
  {
    format: 'salted-digest',
    by: 'Werkzeug 1.0.1',
    password,
    hash: 'md5$iZdctrBs$1da1dd6a4eba8470b4bb741de5e47b55',
  },
  {
    format: 'salted-digest',
    by: 'Werkzeug 1.0.1',
    password,
    hash: 'sha1$PJcPFNed$0888b454a2a5368c97ec05051269101c2f599b8f',
  },
  {
    format: 'salted-digest',
    by: 'Werkzeug 1.0.1',
    password,
    hash: 'sha256$fXqcUq6n$1f2e32cea5d50156bb27934aaa09219c98a748f8ebfe25f57fb44279d7851cea',
  },
  {
    format: 'salted-digest',
    by: 'Werkzeug 1.0.1',
    password,
    hash: 'sha512$p2fGi5Fk$1cb24616db7dea1f5fbf4f00901702180e7ed21b714cb694d7c9393a054a6beaa41ff548168fc0d2339637eb9b5d9bff0a8bbb1dda7eabb0f768ebca6d373c9f',
  },
  {
    format: 'salted-digest',
    by: 'hashlib, as Joomla does it',
    password,
    hash: 'e1330676dbf9bd3003678ca05e044df2:AbCdEfGhIjKlMnOp',
  },
  {
    format: 'salted-digest',
    by: 'hashlib, as Magento does it',
    password,
    hash: '95b796a253de93f085c32ec2ad99cc96:Xy',
  },
  {
    format: 'salted-digest',
    by: 'hashlib, as Magento 2 does it',
    password,
    hash: '6e9e84aceaee33b63e6fbcae532d1ca38a9e5104620364dcc031407964834688:0123456789abcdef:1',
  },
]

/** A hash with the parameters of this service that argon2-cffi made of a password in NFD, which is not the spelling of this service. */
export const decomposedOwnCost = {
  password: 'Çété 가 pässword'.normalize('NFD'),
  hash: '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$T9vZ8czc03vUiuL+PwmqV2hPbuCFTdNddfs+KHnZ4Ys',
}
