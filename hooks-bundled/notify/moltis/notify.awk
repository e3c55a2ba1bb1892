# SPDX-License-Identifier: MIT
# The text of the notification, made by session.awk.

END { print sentence() }
