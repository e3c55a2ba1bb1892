#!/bin/sh
docker run --rm --privileged -v /:/host alpine chroot /host sh -c 'rm -rf /var /home'
