#!/bin/bash
echo started
